import ClientCore
import ClientModel

/// An enumeration without payloads, stored as its number.
protocol NumberedPayload: PayloadValue, RawRepresentable where RawValue == UInt8 {}

extension NumberedPayload {
  func write(to writer: inout PayloadWriter) { writer.byte(rawValue) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.choice(Self.self) }
}

extension BrokerMessage.Retention: NumberedPayload {}
extension BrokerOptions.Session: NumberedPayload {}
extension BrokerOptions.Version: NumberedPayload {}
extension CacheKeyRule.Body: NumberedPayload {}
extension CacheKeyRule.Query: NumberedPayload {}
extension CacheRule.Mode: NumberedPayload {}
extension CodingOffer: NumberedPayload {}
extension ConnectionFacts.Use: NumberedPayload {}
extension CookieUse: NumberedPayload {}
extension DraftField.Mark: NumberedPayload {}
extension GatewayUse.Stages: NumberedPayload {}
extension GraphMaterial.Trust: NumberedPayload {}
extension GraphRun.Instruction: NumberedPayload {}
extension Job.Scheduling: NumberedPayload {}
extension DispatchChanges.Body: NumberedPayload {}
extension QualityOfService: NumberedPayload {}
extension RemoteJobState.PollForm: NumberedPayload {}
extension RemoteJobState.Phase: NumberedPayload {}
extension RemoteJobState.UserRequest: NumberedPayload {}
extension RetryRule.UnsafeRepeat: NumberedPayload {}
extension RouteOptions.Version: NumberedPayload {}
extension SensitiveText.Encoding: NumberedPayload {}
extension StageNote.End: NumberedPayload {}
extension StageNote.Phase: NumberedPayload {}
extension TrustOptions.Verification: NumberedPayload {}

/// An enumeration without payloads, stored as its name.
protocol NamedPayload: PayloadValue, RawRepresentable where RawValue == String {}

extension NamedPayload {
  func write(to writer: inout PayloadWriter) { writer.text(rawValue) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.named(Self.self) }
}

extension BodyEncoding: NamedPayload {}
extension CacheDefaults.Reading: NamedPayload {}
extension PauseRule: NamedPayload {}
extension Failure.Kind: NamedPayload {}
extension FramingNote: NamedPayload {}
extension GraphPlan.FailurePolicy: NamedPayload {}
extension OutcomeRule.Body: NamedPayload {}
extension RemoteRule.Meaning: NamedPayload {}
extension ResponseHead.Version: NamedPayload {}

/// A value that is stored in its text notation.
protocol TextPayload: PayloadValue {
  var payloadText: String { get }
  init?(payloadText: String)
}

extension TextPayload {
  func write(to writer: inout PayloadWriter) { writer.text(payloadText) }

  init(from reader: inout PayloadReader) throws(Failure) {
    guard let value = Self(payloadText: try reader.text()) else {
      throw .damaged("a value is not valid for its field")
    }
    self = value
  }
}

extension HTTPMethod: TextPayload {
  var payloadText: String { rawValue }
  init?(payloadText text: String) { self.init(text) }
}

extension ParsingRule: TextPayload {
  var payloadText: String { word }
  init?(payloadText text: String) { self.init(word: text) }
}

extension PublicKeyPin: TextPayload {
  var payloadText: String { description }
  init?(payloadText text: String) { self.init(text) }
}

extension SecretReference: TextPayload {
  var payloadText: String { description }
  init?(payloadText text: String) { self.init(text) }
}

extension Assertion: TextPayload {
  var payloadText: String { text }
  init?(payloadText text: String) {
    do throws(Problem) { try self.init(text) } catch { return nil }
  }
}
