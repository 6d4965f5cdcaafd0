import ClientCatalogs
import ClientModel

/// The importer of OpenAPI documents. A document becomes a catalog with all its files.
package enum OpenAPIImporter: Importer {
  package static let format = ImportFormat(
    name: "openapi", title: "an OpenAPI document",
    sentence: "Copy an OpenAPI document into the workspace; nothing is fetched.",
    discussion: """
      OpenAPI 3.0 and 3.1, in YAML or JSON. Files that it refers to are also copied if they are in \
      the document's folder or below it. Parts that cannot be read are listed; the others are imported. \
      The exit code is 2 if an endpoint is missing for this reason.
      """,
    examples: [
      "weir import openapi shop.yaml", "weir import openapi ~/Downloads/openapi.json --as shop",
    ],
    content: .catalogs, fileHelp: "The document.",
    nameHelp: "The catalog's name.")

  /// Returns whether the text is a mapping with the key `openapi` or `swagger`.
  package static func recognises(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let space = Array(" \t\r\n".utf8)
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let start = bytes.dropFirst(hasMark ? 3 : 0).firstIndex { !space.contains($0) }
      guard let start else { return false }
      return bytes[start] == UInt8(ascii: "{")
        ? namesVersion(flow: bytes[start...]) : namesVersion(block: bytes)
    }
  }

  private static let versionKeys = ["openapi", "swagger"]

  /// Returns whether a line of block YAML begins with a version key. Only lines with the
  /// indentation of the first line are checked.
  private static func namesVersion(block bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var margin: Int?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard let first = text.first, !"#%\r".utf8.contains(first),
        !line.starts(with: "---".utf8)
      else { continue }
      let indent = line.count - text.count
      margin = margin ?? indent
      guard indent == margin else { continue }
      let key = text.drop { "\"'".utf8.contains($0) }
      for name in versionKeys where key.starts(with: name.utf8) {
        let rest = key.dropFirst(name.utf8.count).drop { "\"' \t".utf8.contains($0) }
        if rest.first == UInt8(ascii: ":") { return true }
      }
    }
    return false
  }

  /// Returns whether the outermost mapping of JSON or flow YAML has a version key.
  private static func namesVersion(flow bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var depth = 0
    var index = bytes.startIndex
    /// Whether a key of the outermost mapping may begin at the current byte.
    var isKey = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isKey = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isKey = depth == 1
      case 0x20, 0x09, 0x0A, 0x0D: break
      default:
        let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        let text = bytes[(isQuoted ? index + 1 : index)...]
        if isKey {
          for name in versionKeys where text.starts(with: name.utf8) {
            let rest = text.dropFirst(name.utf8.count)
              .drop { "\"' \t\r\n".utf8.contains($0) }
            if rest.first == UInt8(ascii: ":") { return true }
          }
        }
        isKey = false
        if isQuoted {
          var end = text.startIndex
          while end < text.endIndex, text[end] != byte {
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
          }
          index = min(end, bytes.endIndex - 1)
        }
      }
      index += 1
    }
    return false
  }

  package static func read(_ input: ImportInput) throws(ImportProblem) -> Imported {
    let new: CatalogImport
    do throws(CatalogFailure) { new = try CatalogImport.read(input.path, as: input.name) } catch {
      throw problem(error, input.path)
    }
    let endpoints = new.catalog.groups.flatMap(\.endpoints)
    guard !endpoints.isEmpty else {
      throw ImportProblem(
        what: "\(input.path) was not imported.",
        why: new.catalog.missingEndpoints == 0
          ? "It describes no endpoint." : "None of its endpoints could be read.",
        whatToDo: "Choose the document with `paths`, and put the files that it names next to it.",
        remarks: remarks(on: new.catalog.problems, in: nil))
    }
    let report =
      remarks(on: new.catalog.problems, in: new.catalog.name)
      + remarks(onMissing: new.catalog.missingEndpoints, of: endpoints)
    return Imported(
      items: [.catalog(new)] + report.map(Imported.Item.remark),
      isComplete: new.catalog.missingEndpoints == 0)
  }

  private static func problem(_ failure: CatalogFailure, _ path: String) -> ImportProblem {
    switch failure {
    case .cancelled:
      ImportProblem(
        what: "\(path) was not imported.", why: "Reading it was cancelled.",
        whatToDo: "Import it again.")
    case .refused(let problem):
      ImportProblem(
        what: "\(problem.place): \(problem.what)", why: problem.why, whatToDo: problem.whatToDo)
    }
  }

  /// Returns remarks on the first unreadable parts, and one for the number of the others.
  private static func remarks(
    on problems: [CatalogProblem], in catalog: String?
  ) -> [ImportRemark] {
    let shown = problems.prefix(shownProblems).map {
      ImportRemark("\($0.what) \($0.why)", at: "\($0.place)", whatToDo: $0.whatToDo)
    }
    let rest = problems.count - shownProblems
    guard rest > 0 else { return shown }
    let list = catalog.map { "; `weir catalog \($0)` lists all of them" } ?? ""
    return shown + [
      ImportRemark("\(rest.grouped) more places could not be read in full\(list).")
    ]
  }

  private static let shownProblems = 40

  private static func remarks(onMissing missing: Int, of endpoints: [Endpoint])
    -> [ImportRemark]
  {
    var remarks: [ImportRemark] = []
    if missing > 0 {
      let count = missing == 1 ? "1 endpoint" : "\(missing.grouped) endpoints"
      let verb = missing == 1 ? "is" : "are"
      remarks.append(ImportRemark("\(count) could not be read and \(verb) missing."))
    }
    let bare = endpoints.filter { !$0.isDescribed }
    guard !bare.isEmpty else { return remarks }
    let names = bare.prefix(5).map(\.id).joined(separator: ", ")
    return remarks + [
      ImportRemark(
        "For \(bare.count.grouped) of \(endpoints.count.grouped) endpoints, the document gives only "
          + "the path: \(names)\(bare.count > 5 ? ", …" : "").")
    ]
  }
}
