/** How much room there is. The style sheets use the same widths: one panel at a time below 900, a phone below 700. */
export const narrow = (): boolean => window.innerWidth < 900;
export const phone = (): boolean => window.innerWidth < 700 || (window.innerWidth < 1200 && window.innerHeight <= 480);
