import ClientModel

/// An endpoint's path, split into literal text and variables.
///
/// In a draft, `{name}` is a variable anywhere, and `:name` is a variable at the start of a
/// segment. A name consists of letters, digits, `_`, `-` and `.`. Literal text that looks like a
/// variable is percent-encoded.
struct DraftPath: Hashable {
  enum Piece: Hashable {
    case text(String)
    case name(String)
  }

  private(set) var pieces: [Piece] = []
  /// The variable names in the order of the path, without duplicates.
  private(set) var names: [String] = []
  private var draftNames: [String: String] = [:]

  init(_ path: String) {
    cut(path)
    var taken: Set<String> = []
    for case .name(let name) in pieces where draftNames[name] == nil {
      names.append(name)
      var fit = String(
        String.UnicodeScalarView(
          name.unicodeScalars.map {
            $0.isASCII && Template.isNameByte(UInt8($0.value)) ? $0 : "_"
          }))
      while !taken.insert(fit).inserted { fit += "_" }
      draftNames[name] = fit
    }
  }

  private mutating func cut(_ path: String) {
    var text = ""
    var rest = path[...]
    while let opened = rest.cut(at: "{") {
      text += opened.before
      guard let closed = opened.after.cut(at: "}"), !closed.before.isEmpty else {
        text += "{"
        rest = opened.after
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.name(String(closed.before)))
      rest = closed.after
    }
    text += rest
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  func draftName(_ name: String) -> String { draftNames[name] ?? name }

  /// Returns the path in the notation of a draft.
  ///
  /// - Parameter optional: A variable that is removed with its segment if it has no value.
  func draftText(optional: String?) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .name(let name):
        text += "{\(draftName(name))\(name == optional ? "?" : "")}"
      case .text(let piece):
        for scalar in piece.unicodeScalars {
          switch scalar {
          case ":" where text.ends(with: "/"): text += "%3A"
          case "{": text += "%7B"
          case "}": text += "%7D"
          case " ": text += "%20"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return text.begins(with: "/") ? text : "/" + text
  }
}
