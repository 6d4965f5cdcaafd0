import CPCRE

/// A compiled regular expression.
///
/// Matching is limited to a million attempts and eight megabytes of memory from one position, and
/// to one second for 192 KiB. It is not recursive.
///
/// `@unchecked Sendable`: the compiled pattern never changes, and PCRE2 allows any number of
/// threads to match with it.
final class Expression: @unchecked Sendable {
  private let pattern: OpaquePointer
  let text: String

  /// The positions that `^` and `$` match: the ends of the text, or of each line.
  enum Anchors { case text, lines }

  init(_ query: SearchQuery, _ anchors: Anchors) throws(DocumentError) {
    text = query.text
    var options = query.isExact ? 0 : CPCRE_ANY_CASE
    if anchors == .lines { options |= CPCRE_LINES }
    let bytes = Array(query.text.utf8)
    var error: Int32 = 0
    var offset = 0
    guard let made = cpcre_make(bytes, bytes.count, Int32(options), &error, &offset) else {
      throw Self.fault(error, at: offset, in: query.text)
    }
    pattern = made
  }

  deinit { cpcre_free(pattern) }

  /// Returns a matcher for one thread.
  func matcher() throws(DocumentError) -> Matcher {
    guard let search = cpcre_begin(pattern) else { throw Self.noMemory }
    return Matcher(self, search)
  }

  /// A matcher of one expression on one thread.
  final class Matcher {
    let expression: Expression
    let search: OpaquePointer

    fileprivate init(_ expression: Expression, _ search: OpaquePointer) {
      self.expression = expression
      self.search = search
    }

    deinit { cpcre_end(search) }

    /// The ends at which the bytes were cut from a longer text.
    struct TruncatedEnds: OptionSet {
      let rawValue: Int
      static let before = TruncatedEnds(rawValue: CPCRE_CUT_BEFORE)
      static let after = TruncatedEnds(rawValue: CPCRE_CUT_AFTER)
    }

    /// Whether matching has taken long enough to end the step.
    var isLate: Bool { cpcre_is_late(search) != 0 }

    /// Returns the first match whose start is in `starts`, or nil if there is none.
    ///
    /// - Parameter offset: The offset of the bytes in the body, used in errors.
    func match(
      _ bytes: ArraySlice<UInt8>, starts: ClosedRange<Int>, _ cuts: TruncatedEnds, offset: Int
    ) throws(DocumentError) -> Range<Int>? {
      var (start, end) = (0, 0)
      let verdict = bytes.withUnsafeBufferPointer { bytes in
        cpcre_find(
          search, bytes.baseAddress, bytes.count, starts.lowerBound, starts.upperBound,
          Int32(cuts.rawValue), &start, &end)
      }
      switch verdict {
      case CPCRE_FOUND: return start..<end
      case CPCRE_NONE: return nil
      default: throw DocumentError.hardExpression(text: expression.text, offset: offset)
      }
    }
  }

  private static let noMemory = DocumentError.noExpressions(
    reason: "There is not enough memory for it")

  private static func fault(_ error: Int32, at offset: Int, in text: String) -> DocumentError {
    if Int(error) == CPCRE_NO_LIBRARY {
      return .noExpressions(reason: "The library libpcre2-8 is not installed")
    }
    guard error > 0 else { return noMemory }
    var words = [CChar](repeating: 0, count: 200)
    cpcre_explain(error, &words, words.count)
    let reason = String(
      decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The library counts bytes, but the error counts characters.
    let place = String(decoding: Array(text.utf8).prefix(offset), as: UTF8.self).count
    return .badExpression(text: text, place: place, reason: reason)
  }
}
