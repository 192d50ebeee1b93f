import { useEffect, useState } from 'react';

/** The module that renders a chart. */
export type Engine = typeof import('./engine.ts');
export type LoadEngine = () => Promise<Engine>;

interface EngineState {
  readonly engine: Engine | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Loads the engine once `wanted` is true. After a failure, `retry` loads it again. */
export function useEngine(load: LoadEngine, wanted: boolean): EngineState {
  const [engine, setEngine] = useState<Engine>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || engine || failed) return;
    let gone = false;
    load().then(
      (loaded) => !gone && setEngine(loaded),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [load, wanted, engine, failed]);
  return { engine, failed, retry: () => setFailed(false) };
}
