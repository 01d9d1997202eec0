export const CHANGED_ELSEWHERE =
  'This was saved in another tab meanwhile. Nothing was overwritten: load that version, or save yours over it.';
