import Foundation
import TestSupport

/// Looks for secrets, each with the place where it was entered, in what a program left behind.
struct SecretSearch {
  private(set) var secrets: [(label: String, text: String)] = []
  /// Where one was found: must stay empty.
  private(set) var hits: [String] = []

  /// Makes a secret unlike any other.
  ///
  /// - Parameter label: The place where it will be entered.
  mutating func secret(_ label: String, prefix: String = "cnry") -> String {
    let text = "\(prefix)\(secrets.count)x\(label.utf8.count)q"
    secrets.append((label, text))
    return text
  }

  /// Looks for a text that was made elsewhere as well.
  mutating func add(_ text: String, _ label: String) { secrets.append((label, text)) }

  /// Looks at what was printed, shown or copied.
  mutating func look(at text: String, _ place: String) {
    hits += secrets.filter { text.contains($0.text) }.map { "\($0.label) in \(place)" }
  }

  /// Looks at every byte of every file of a user: settings, store, log, bodies, cache.
  ///
  /// - Returns: How many files were read.
  mutating func look(atFilesOf home: WeirHome) -> Int {
    var count = 0
    let walk = FileManager.default.enumerator(atPath: home.folder.path)
    while let name = walk?.nextObject() as? String {
      guard let bytes = FileManager.default.contents(atPath: home.folder.path(name)) else {
        continue
      }
      count += 1
      for secret in secrets {
        // Basic credentials are the secret in other letters.
        let coded = Data("somebody:\(secret.text)".utf8).base64EncodedString()
        for form in [secret.text, coded] where bytes.range(of: Data(form.utf8)) != nil {
          hits.append("\(secret.label) in \(name)")
        }
      }
    }
    return count
  }
}
