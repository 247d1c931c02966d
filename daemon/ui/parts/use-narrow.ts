import { useMediaQuery } from '@mantine/hooks'

/** Where Mantine's breakpoints of these names begin. */
const starts = { sm: '48em', md: '62em' } as const

/**
 * Whether the window has not reached a breakpoint: exactly where Mantine's own styles say so too, which `max-width` with the
 * same width would not.
 */
export function useNarrow(breakpoint: keyof typeof starts = 'sm'): boolean {
  return useMediaQuery(`not all and (min-width: ${starts[breakpoint]})`, undefined, {
    // Nothing is drawn for another width first.
    getInitialValueInEffect: false,
  })
}
