// The entry of every widget: fetches the shared runtime by model reference and lets it render.
import { load } from "./library";
import type { Model } from "./model";
import type { Render } from "./runtime";

export default {
  async render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
    const scope = new AbortController();
    try {
      const runtime = await load<{ render: Render }>(model, "runtime");
      await runtime.render(model, el, scope.signal);
    } catch (error) {
      // Without the runtime nothing can be drawn: say so where the reader looks.
      el.textContent = `chessnb could not draw this: ${error instanceof Error ? error.message : error}`;
      throw error;
    }
    return () => scope.abort();
  },
};
