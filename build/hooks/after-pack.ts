import { type AfterPackContext, Arch } from 'electron-builder'
import { ownTarget, resourcesOf } from '../packaging/layout.ts'
import { assertComplete } from '../packaging/completeness.ts'

/** Checks the result of electron-builder, which merely logs a missing source and continues. */
export function afterPack({ appOutDir, arch, electronPlatformName }: AfterPackContext): void {
  const target = ownTarget(electronPlatformName, Arch[arch])
  assertComplete(target, resourcesOf(target, appOutDir))
}
