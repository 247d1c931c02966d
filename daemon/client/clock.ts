/**
 * The clock of each time of day that people read, for `Intl.DateTimeFormat`: of 24 hours, in pages and tray as in replies,
 * whatever the language of the browser, so that one minute is written in one way.
 */
export const clock = { hourCycle: 'h23' } as const
