import type { en } from './en.ts'

export type Namespace = keyof typeof en

export type Texts<N extends Namespace> = Readonly<Record<keyof (typeof en)[N], string>>
