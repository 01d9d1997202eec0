/** Whether a link can be read as one and holds no name or password, behind which its real host is easily overlooked. */
export function isPlainLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
