import { GB } from 'chrono-node/en'

const lastNight = /\blast\s*night\b/i
/** Who is up by then calls the night that has just ended the last one. */
const nightEnds = 6

/** Chrono with British dates. Left to itself, it tells by the clock of the machine which night was the last one. */
export const british = GB.clone()
british.parsers.unshift({
  pattern: () => lastNight,
  extract: (context) => {
    const day = context.reference.getDateWithAdjustedTimezone()
    if (day.getHours() > nightEnds) day.setDate(day.getDate() - 1)
    const on = { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() }
    return context.createParsingComponents(on).imply('hour', 0)
  },
})
