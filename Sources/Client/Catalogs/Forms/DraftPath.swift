import ClientModel

/// An endpoint's path, split into literal text and variables.
///
/// In a draft, `{name}` anywhere and `:name` at the start of a segment are variables. Names contain
/// only letters, digits, `_`, `-` and `.`. Literal text that looks like a variable is escaped.
struct DraftPath: Hashable {
  enum Piece: Hashable {
    case text(String)
    case name(String)
  }

  private(set) var pieces: [Piece] = []
  /// The names of the variables in the order of the path, each once.
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

  /// Returns the name of a variable in a draft.
  func draftName(_ name: String) -> String { draftNames[name] ?? name }

  /// Returns the path as written in a draft.
  ///
  /// - Parameter optional: The variable whose segment is omitted if the variable has no value.
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
