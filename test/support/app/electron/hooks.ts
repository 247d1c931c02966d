// Has a program that imports `electron` find what stands in for it.
import { registerHooks } from 'node:module'

const standIn = new URL('./module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
