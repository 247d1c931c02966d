import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { loadPart } from './load-part.ts'

/** A part of a page whose code is loaded once it is shown. Where that fails, so does what stands around it. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await loadPart(load) }))
