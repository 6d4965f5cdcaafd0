import ClientModel

/// The region and the service that `--aws-sigv4` names, `aws:amz:REGION:SERVICE`. What it leaves out is read off
/// the host, `SERVICE.REGION.amazonaws.com`, as curl does.
struct CurlSignature {
  let region: String
  let service: String

  /// Nil for the signature of another provider, and where the host does not show what is missing.
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
