const ENDING = '.json'

/** A report's file as addresses of the console name it: what ends like a file would be looked for among the files of the page. */
export function reportName(file: string): string {
  return file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : file
}

/** The file that an address means. */
export function reportFile(name: string): string {
  return name.endsWith(ENDING) ? name : `${name}${ENDING}`
}
