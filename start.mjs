// `npm start`: installs and builds what is missing, then runs the server. Works with any Node from 20 on.

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node.js 20 or later is required; this is ${process.version}. See https://nodejs.org/`);
  process.exit(1);
}
const { install, main } = await import('./install.mjs');
const { build } = await import('./tools/build.mjs');
const { runServer } = await import('./tools/run-server.mjs');

await main(async () => {
  await install();
  await build();
  return runServer(process.argv.slice(2));
});
