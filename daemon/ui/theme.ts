import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  mergeThemeOverrides,
} from '@mantine/core'

/** The colours of the pages: light, dark, or as the system is. */
export const schemes = ['light', 'dark', 'auto'] as const

/** The words of a button that takes something away for good. */
export const dangerColor = 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))'

const iris: MantineColorsTuple = [
  '#f3f1fe',
  '#e3dffb',
  '#c5bcf3',
  '#a597ec',
  '#8a78e6',
  '#7964e2',
  '#6a54d6',
  '#5b45be',
  '#503caa',
  '#433196',
]

/** Soft corners, one calm colour, the fonts of the system: nothing is fetched from anywhere. */
const theme = createTheme({
  colors: { iris },
  primaryColor: 'iris',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' } } },
  components: {
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // What takes the focus first would be no item, and in a menu is nothing else.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg' },
      styles: { title: { fontWeight: 650, lineHeight: 1.35 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
  },
})

/** The colours of text on a light shade of their own, dark enough to be read (WCAG 2.2, 1.4.3). */
const inked = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      `--mantine-color-${name}-light-color`,
      `color-mix(in srgb, var(--mantine-color-${name}-9) 65%, black)`,
    ]),
  )

/** Paper rather than white, ink rather than black, and greys that can be read on both. */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: { '--page-width': '60rem' },
  light: {
    '--mantine-color-body': '#faf9f7',
    '--mantine-color-text': '#201e2b',
    '--mantine-color-dimmed': '#5c5a66',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--panel': '#ffffff',
    '--own-bubble': '#e3dffb',
    ...inked(Object.keys(colors)),
  },
  dark: {
    '--mantine-color-body': '#17161c',
    '--mantine-color-text': '#e4e2ec',
    '--mantine-color-dimmed': '#a6a4b2',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--panel': '#1f1e26',
    '--own-bubble': '#37305e',
  },
})

/** The theme with what buttons without text are called, in the language of the pages. */
export const withNames = (close: string) =>
  mergeThemeOverrides(theme, { components: { CloseButton: { defaultProps: { 'aria-label': close } } } })

/** The nonce with which the page may add styles. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? ''
