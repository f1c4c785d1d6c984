/** The media queries that the code asks; their text is that of `styles/media.css`. */
declare module 'virtual:media' {
  export const coarse: string;
  export const low: string;
  export const phone: string;
  export const tablet: string;
  export const upright: string;
}
