import ClientModel

extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
  /// Without spaces and tabs at both ends.
  var trimmed: Substring { trimmed(of: " \t") }
}
