import type { TrayState } from './icons.ts'

/** Colours of the orb and of trouble; visible on light and dark panels. */
const [iris, red, grey, amber] = ['#6f5ae0', '#d92d3a', '#77748a', '#e0620d']

const block = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="0.6" />`

/** What stands in the middle, on whole pixels of the smallest size. */
const signs: Partial<Record<TrayState, string>> = {
  talking: block(4, 7, 2, 2) + block(7, 7, 2, 2) + block(10, 7, 2, 2),
  trouble: block(7, 4, 2, 5) + block(7, 10, 2, 2),
  paused: block(5, 5, 2, 6) + block(9, 5, 2, 6),
}

const arc = (radius: number) =>
  `<path d="M8 ${8 - radius}A${radius} ${radius} 0 1 0 ${8 + radius} 8" fill="none" />`

const badge = '<circle cx="12.5" cy="3.5" r="3" />'
/** Leaves a gap around the badge, so that it stands out from what is behind. */
const notch =
  '<mask id="notch"><rect width="16" height="16" fill="#fff" /><circle cx="12.5" cy="3.5" r="4.2" /></mask>'

/** A tray icon as SVG: its shape shows the state, even without colours. */
export function drawTray(state: TrayState, template: boolean): string {
  const inside = template ? drawTemplate(state) : drawOrb(state)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${inside}</svg>`
}

function drawOrb(state: TrayState): string {
  if (state === 'starting') return `<g stroke="${iris}" stroke-width="3">${arc(6)}</g>`
  const fill = { trouble: red, paused: grey }[state as string] ?? iris
  const orb = `<circle cx="8" cy="8" r="7.5" fill="${fill}" />`
  if (state === 'needs-you') return withBadge(orb, amber)
  return `${orb}<g fill="#fff">${signs[state] ?? ''}</g>`
}

function drawTemplate(state: TrayState): string {
  const line = 'stroke="#000" stroke-width="1.6"'
  if (state === 'starting') return `<g ${line}>${arc(6.4)}</g>`
  const ring = `<circle cx="8" cy="8" r="6.4" fill="none" ${line} />`
  if (state === 'needs-you') return withBadge(ring, '#000')
  return ring + (signs[state] ?? '')
}

function withBadge(orb: string, fill: string): string {
  return `${notch}<g mask="url(#notch)">${orb}</g><g fill="${fill}">${badge}</g>`
}
