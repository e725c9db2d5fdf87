// The icons of buttons, as paths on a grid of 24.
import { svg } from "./dom";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4.5l13 7.5-13 7.5z",
  pause: "M8 5v14M16 5v14",
  stop: "M6 6h12v12H6z",
  flip: "M7 4v13M3.5 13.5L7 17l3.5-3.5M17 20V7M13.5 10.5L17 7l3.5 3.5",
  mistake: "M5 5l6 7-6 7M13 8.5a2.8 2.8 0 1 1 4 2.6c-.9.5-1.2 1-1.2 2M15.8 17.5v.1",
  mistakeBack: "M19 5l-6 7 6 7M5.5 8.5a2.8 2.8 0 1 1 4 2.6c-.9.5-1.2 1-1.2 2M8.3 17.5v.1",
  download: "M12 4v11M7.5 11L12 15.5 16.5 11M5 19.5h14",
  copy: "M9 8h10v12H9zM5 16V4h10",
  settings: "M5 7h8M17 7h2M5 17h2M11 17h8M15 4.8v4.4M9 14.8v4.4",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  cpu: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  upload: "M12 15.5V4.5M7.5 9L12 4.5 16.5 9M5 19.5h14",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(["first", "back", "forward", "last", "play", "stop"]);

export function icon(name: IconName): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "cn-icon", "aria-hidden": "true", focusable: "false" },
    svg("path", {
      d: PATHS[name],
      fill: FILLED.has(name) ? "currentColor" : "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
