package import ClientPipeline

/// A format that Weir imports requests and catalogs from. The commands of `weir import` are derived
/// from the formats.
///
/// A new format is one type in a separate file and one row in `Importers.all`.
package protocol Importer: Sendable {
  static var format: ImportFormat { get }

  /// Returns whether the text looks like this format. The text may still be invalid.
  static func recognises(_ text: String) -> Bool

  /// Reads the contents of the input in order. Nothing in the input is run, fetched or saved.
  static func read(_ input: ImportInput) throws(ImportProblem) -> Imported
}

extension Importer {
  /// Reads the input. The error for a file of another known format names the command that imports
  /// that format.
  package static func items(of input: ImportInput) throws(ImportProblem) -> Imported {
    do throws(ImportProblem) { return try read(input) } catch {
      var problem = error
      let text: String
      do throws(ImportProblem) { text = try input.text() } catch _ { throw problem }
      if let other = Importers.format(of: text), other.name != format.name {
        problem.whatToDo =
          "The file looks like \(other.title): `weir import \(other.name) \(input.path)` reads it."
      }
      throw problem
    }
  }
}

package enum Importers {
  /// All formats in the order of the help.
  package static var all: [any Importer.Type] { [CurlImporter.self, OpenAPIImporter.self] }

  /// Returns the format that the text looks like, or nil if the format is unknown.
  package static func format(of text: String) -> ImportFormat? {
    all.first { $0.recognises(text) }?.format
  }
}

/// The help of a format.
package struct ImportFormat: Sendable {
  package enum Content: Sendable { case requests, catalogs }

  /// The word after `weir import`: `curl`.
  package let name: String
  /// The name of such a file in a sentence: "curl command lines".
  package let title: String
  /// One sentence for the list of commands.
  package let sentence: String
  package let discussion: String
  /// Example command lines. The first is also in the help of `weir import`.
  package let examples: [String]
  package let content: Content
  /// The help for the argument and `--as`.
  package let fileHelp: String
  package let nameHelp: String
}

/// The input of an import: a file, and access to the files that it names.
package struct ImportInput: Sendable {
  /// The path of the file; `-` for standard input.
  package let path: String
  /// The name that the user chose for the result, or nil for the format's default.
  package let name: String?
  /// The reader of the files that the input's requests name.
  package let files: FileReader
  /// The values that replace variables of the input during the import, by variable name.
  package let values: [String: String]
  /// A function that reads the file.
  package let text: @Sendable () throws(ImportProblem) -> String

  package init(
    _ path: String, as name: String? = nil, files: FileReader = .refusing,
    values: [String: String] = [:], text: @escaping @Sendable () throws(ImportProblem) -> String
  ) {
    (self.path, self.name, self.files, self.values) = (path, name, files, values)
    self.text = text
  }
}
