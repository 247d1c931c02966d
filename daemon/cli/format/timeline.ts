import { localMoment } from './moment.ts'
import { isObject, type Json, scalar } from './scalar.ts'
import { padded, widthOf } from './text.ts'

/** Whether a value is a list of events of one thing. */
export function isTimeline(value: unknown): value is Json[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isObject(one) && 'event_type' in one && 'created_at' in one)
  )
}

/** One line an event: when, what, by whom. */
export function formatTimeline(events: readonly Json[]): string {
  const whats = events.map(whatOf)
  const longest = Math.max(...whats.map(widthOf))
  return events
    .map(({ created_at, actor }, index) =>
      [
        scalar(localMoment(String(created_at))),
        padded(whats[index] ?? '', longest),
        `by ${scalar(actor)}`,
      ].join('  '),
    )
    .join('\n')
}

/** The type says it all, but where it leads to another status than the one of its name, as the end of a deferral does. */
function whatOf({ event_type, to_status }: Json): string {
  const type = scalar(event_type)
  return type === 'created' || type === to_status ? type : `${type} -> ${scalar(to_status)}`
}
