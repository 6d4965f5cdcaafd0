import CYAML

/// A reader of YAML as a sequence of events.
///
/// Only the open lists and mappings are in memory. Aliases are not expanded.
package struct YAMLEvents: ~Copyable {
  /// The next event. The buffers are valid until the next call of `next`.
  package enum Event {
    case scalar(UnsafeBufferPointer<UInt8>, Quoting)
    case list
    case mapping
    /// The end of the innermost list or mapping.
    case close
    case alias(String)
    case end
  }

  package enum Quoting { case plain, quoted }

  enum Style: Hashable { case plain, single, double, block }

  /// The one-based line of the last event. The column is also one-based and counts Unicode scalars.
  package private(set) var line = 1
  package private(set) var column = 1
  /// The anchor of the last event, or nil if there is none.
  package private(set) var anchor: String?

  private let file: String
  // The library stores the addresses of the parser and the event, so they are on the heap. This
  // noncopyable value owns them.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let isOpen: Bool
  private var documents = 0

  /// Creates a reader at the start of the text.
  ///
  /// - Parameter bytes: UTF-8 whose address must not change while this value is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.file = file
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    isOpen = cyaml_begin(parser, bytes.baseAddress, bytes.count) != 0
  }

  deinit {
    if isOpen { cyaml_end(parser, event) }
    event.deallocate()
    parser.deallocate()
  }

  /// The range of the last event in the text, including its anchor and tag, in Unicode scalars.
  var characters: Range<Int> {
    Int(event.pointee.start_mark.index)..<Int(event.pointee.end_mark.index)
  }

  /// The style of the last event, which must be a scalar.
  var style: Style {
    switch event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  /// Whether the list or mapping that the last event starts is in brackets or braces.
  var isFlow: Bool {
    let data = event.pointee.data
    return event.pointee.type == YAML_SEQUENCE_START_EVENT
      ? data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      : data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
  }

  /// The number of bytes read, used to show progress.
  package var offset: Int { parser.pointee.offset }

  /// Reads the next event of the document, or `end` after the last one. A second document is an
  /// error.
  package mutating func next() throws(YAMLProblem) -> Event {
    guard isOpen else { throw Self.notOpened(file) }
    while true {
      guard cyaml_next(parser, event) != 0 else { throw problem() }
      let mark = event.pointee.start_mark
      (line, column) = (mark.line + 1, mark.column + 1)
      let data = event.pointee.data
      switch event.pointee.type {
      case YAML_SCALAR_EVENT:
        anchor = Self.text(data.scalar.anchor)
        let text = UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
        let isPlain = data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !Self.isText(data.scalar.tag)
        return .scalar(text, isPlain ? .plain : .quoted)
      case YAML_SEQUENCE_START_EVENT:
        anchor = Self.text(data.sequence_start.anchor)
        return .list
      case YAML_MAPPING_START_EVENT:
        anchor = Self.text(data.mapping_start.anchor)
        return .mapping
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .close
      case YAML_ALIAS_EVENT: return .alias(Self.text(data.alias.anchor) ?? "")
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .end
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        guard documents == 1 else {
          throw YAMLProblem(
            YAMLPosition(file: file, line: line, column: column),
            why: "A second document begins here.",
            whatToDo: "Put each document into a separate file.")
        }
      default: continue
      }
    }
  }

  private func problem() -> YAMLProblem {
    let mark = parser.pointee.problem_mark
    let words = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    let context = parser.pointee.context.map { " (\(String(cString: $0)))" } ?? ""
    let isText = parser.pointee.error != YAML_READER_ERROR
    return YAMLProblem(
      YAMLPosition(file: file, line: mark.line + 1, column: mark.column + 1),
      why: isText ? "It is not valid YAML: \(words)\(context)." : "It is not text: \(words).",
      whatToDo: isText
        ? "Correct the file there; indent with spaces, and quote values that need it."
        : "Save it as UTF-8 without control characters.")
  }

  /// The file name of libyaml, or nil if the library is not installed.
  package static var library: String? { cyaml_library_name().map { String(cString: $0) } }

  private static func notOpened(_ file: String) -> YAMLProblem {
    let isMissing = library == nil
    return YAMLProblem(
      YAMLPosition(file: file, line: 1, column: 1),
      why: isMissing ? "The library libyaml is not installed." : "There is not enough memory.",
      whatToDo: isMissing ? "Install it: apt install libyaml-0-2." : "Close other programs.")
  }

  private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// Returns whether a tag declares a string, as in `!!str 12` or `! 12`.
  private static func isText(_ tag: UnsafeMutablePointer<UInt8>?) -> Bool {
    guard let tag else { return false }
    return ["!", "tag:yaml.org,2002:str"].contains(String(cString: tag))
  }
}
