// Keys, only while the view has the focus; JupyterLab is told to leave them alone.
import { flip, type Session } from "./session";

export interface KeyActions {
  togglePlay?: () => void;
}

type Action = () => void;

/** The action of a key press, if it has one. */
export function actionOf(
  event: Pick<KeyboardEvent, "key" | "shiftKey">,
  session: Session,
  actions: KeyActions,
): Action | undefined {
  const table: Record<string, Action | undefined> = {
    ArrowLeft: () => session.previous(),
    ArrowRight: () => session.next(),
    ArrowUp: () => session.sibling(-1),
    ArrowDown: () => session.sibling(1),
    Home: () => session.first(),
    End: () => session.last(),
    f: () => flip(session.model),
    m: () => session.seek(1),
    M: () => session.seek(-1),
    Escape: () => session.show(undefined),
    " ": actions.togglePlay,
  };
  return table[event.key];
}

/** Make a root focusable and let it step through the game. */
export function listenKeys(root: HTMLElement, session: Session, actions: KeyActions = {}): void {
  const { signal } = session;
  root.tabIndex = 0;
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("keydown", (event) => pressed(event, session, actions), { signal });
  root.addEventListener("pointerdown", (event) => {
    if (!takesText(event.target) && (event.target as Element).closest("cg-board")) focus(root);
  }, { signal });
  root.addEventListener("click", (event) => {
    // A click by the mouse leaves the focus with the view; one by the keyboard stays where it is.
    if (event.detail > 0 && !takesText(event.target)) focus(root);
  }, { signal });
}

function focus(root: HTMLElement): void {
  if (root.ownerDocument.activeElement !== root) root.focus({ preventScroll: true });
}

function pressed(event: KeyboardEvent, session: Session, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
  const onButton = (event.target as Element).closest("button, summary, [role=tab]") !== null;
  if (onButton && (event.key === " " || event.key === "Enter")) return;
  const action = actionOf(event, session, actions);
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, option, [data-own-keys]") !== null;
}
