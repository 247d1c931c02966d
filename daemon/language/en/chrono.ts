import { GB } from 'chrono-node/en'

const lastNight = /\blast\s*night\b/i
/** The hour from which the last night is that of the day before; until then it still goes on. */
const nightEnds = 7

/** Chrono with British dates. Left to itself, it tells by the clock of the machine which night was the last one. */
export const british = GB.clone()
british.parsers.unshift({
  pattern: () => lastNight,
  extract: (context) => {
    const day = context.reference.getDateWithAdjustedTimezone()
    if (day.getHours() >= nightEnds) day.setDate(day.getDate() - 1)
    const on = { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() }
    return context.createParsingComponents(on).imply('hour', 0)
  },
})
