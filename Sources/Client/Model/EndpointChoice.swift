/// The alternatives that the user selected for an endpoint.
public struct EndpointChoice: Hashable, Sendable {
  /// The media type of the body, such as `application/xml`.
  public var mediaType: String?
  /// The security schemes that are used together, joined by ` + `. `none` means no credentials.
  public var security: String?

  /// Creates a choice. Nil selects the first alternative.
  public init(mediaType: String? = nil, security: String? = nil) {
    self.mediaType = mediaType
    self.security = security
  }
}
