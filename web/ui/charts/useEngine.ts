import { useEffect, useState } from 'react';

/** The part of ECharts a chart is drawn by. */
export type Engine = typeof import('./engine.ts');
export type LoadEngine = () => Promise<Engine>;

interface EngineState {
  readonly engine: Engine | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Fetches the engine as soon as it is wanted; a fetch that failed can be tried again. */
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
