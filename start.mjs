// `npm start`: whatever is missing is installed and built, then the server runs. Runs on any Node from 20 on.

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node 20 or later is needed to start; this is ${process.version}. See https://nodejs.org/`);
  process.exit(1);
}
const { install, main } = await import('./install.mjs');
const { buildWeb } = await import('./build.mjs');
const { runServer } = await import('./run-server.mjs');

await main(async () => {
  await install({ browser: false });
  await buildWeb();
  return runServer(process.argv.slice(2));
});
