import ClientModel

/// The region and the service of `--aws-sigv4 aws:amz:REGION:SERVICE`. As in curl, missing values
/// are taken from the host, `SERVICE.REGION.amazonaws.com`.
struct CurlSignature {
  let region: String
  let service: String

  /// Returns nil for another provider's signature, or if the host does not contain a missing value.
  init?(_ text: String, host: String?) {
    let words = text.lowercased().pieces(at: ":")
    guard words[0] == "aws", words.count < 2 || words[1] == "amz" else { return nil }
    let labels = host?.pieces(at: ".") ?? []
    let region = words.count > 2 ? words[2] : labels.count > 2 ? labels[1] : ""
    let service = words.count > 3 ? words[3] : labels.count > 2 ? labels[0] : ""
    guard !region.isEmpty, !service.isEmpty else { return nil }
    self.region = String(region)
    self.service = String(service)
  }
}
