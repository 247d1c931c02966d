import type { en } from './en.ts'

export type Namespace = keyof typeof en

/** The texts of one page, as every language has them. */
export type Texts<N extends Namespace> = Readonly<Record<keyof (typeof en)[N], string>>
