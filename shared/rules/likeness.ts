/** Bits of 64 that two perceptual hashes of 16 hexadecimal digits differ in. */
export function likenessDistance(one: string, other: string): number {
  const difference = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  return difference.toString(2).replaceAll('0', '').length;
}

/**
 * Up to this distance two photos are taken for the same: coded anew, made smaller, a little brighter, or cut by a hundredth at
 * each border. Generated scenes that differ were 15 bits and more apart, text on white paper 7 and more.
 */
export const likenessLimit = 7;
