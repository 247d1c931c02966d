// Bundles the programs of Companion into dist/bundle.
import { bundle } from '../packaging/bundles.ts'
import { bundles } from '../packaging/layout.ts'

await bundle(bundles)
