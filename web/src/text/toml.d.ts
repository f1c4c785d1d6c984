declare module '*.toml' {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
