import { armor, Decrypter, Encrypter } from 'age-encryption'

/** As a logarithm to the base 2 (scrypt, RFC 7914): 128 MiB and about a second, which a phone has too. */
export const sealedFileWorkFactor = 17

/** A text as a file of age that the passphrase opens, at this cost unless another such logarithm is given. */
export async function sealFile(
  text: string,
  passphrase: string,
  workFactor = sealedFileWorkFactor,
): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  return new Uint8Array(await encrypter.encrypt(text))
}

/** The text in a file of age, armored or not; null where the passphrase does not open it, or the file is damaged. */
export async function openSealedFile(file: Uint8Array, passphrase: string): Promise<string | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const bytes = file[0] === 0x2d ? armor.decode(new TextDecoder().decode(file)) : file
    return await decrypter.decrypt(bytes, 'text')
  } catch {
    return null
  }
}
