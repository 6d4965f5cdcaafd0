package import ClientPipeline

/// A reader of an import format for requests or catalogs. `weir import` has a command for each
/// format.
///
/// A new format needs a type in its own file and an element in `Importers.all`.
package protocol Importer: Sendable {
  static var format: ImportFormat { get }

  /// Returns whether the text looks like this format. It may still be invalid.
  static func recognises(_ text: String) -> Bool

  /// Reads the input in order, without running, fetching or saving anything.
  static func read(_ input: ImportInput) throws(ImportProblem) -> Imported
}

extension Importer {
  /// Reads the input. If that fails and the file has another known format, the error names the
  /// command for that format.
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
  /// All formats in the order of the help text.
  package static var all: [any Importer.Type] { [CurlImporter.self, OpenAPIImporter.self] }

  /// Returns the format of a text. Returns nil if the format is unknown.
  package static func format(of text: String) -> ImportFormat? {
    all.first { $0.recognises(text) }?.format
  }
}

/// The help text of a format.
package struct ImportFormat: Sendable {
  package enum Content: Sendable { case requests, catalogs }

  /// The word after `weir import`, such as `curl`.
  package let name: String
  /// The name of the format's contents in a sentence, such as "curl command lines".
  package let title: String
  /// One sentence for the list of commands.
  package let sentence: String
  package let discussion: String
  /// Example command lines. The first one is also in the help of `weir import`.
  package let examples: [String]
  package let content: Content
  /// The help text of the file argument.
  package let fileHelp: String
  package let nameHelp: String
}

/// The input of an import: a file, and access to the files to which it refers.
package struct ImportInput: Sendable {
  /// The path of the file. The path `-` is standard input.
  package let path: String
  /// The name of the result that the user chose, or nil for the format's default.
  package let name: String?
  /// The reader of files named in requests.
  package let files: FileReader
  /// The values of variables in the input, by name.
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
