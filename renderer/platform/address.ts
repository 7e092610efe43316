/** What is wrong with a platform address: nothing of an empty one, `http` where plain http is not allowed; it names no user. */
export function addressFault(platform: { baseUrl: string; allowHttp: boolean }): 'form' | 'http' | null {
  const text = platform.baseUrl.trim();
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    (url.protocol !== 'https:' && url.protocol !== 'http:')
  )
    return 'form';
  return url.protocol === 'http:' && !platform.allowHttp ? 'http' : null;
}
