/// An unsent job in a file, which can be added to a different store. It contains no secrets:
/// references are kept, and a name replaces each typed secret.
///
/// Encoding and decoding use the same list of keys, so they cannot differ.
package struct PortableJob: Codable, Hashable, Sendable {
  package var request: PortableRequest
  package var lane: String
  package var priority: Int
  /// The name of the saved request, or nil if the request is not saved.
  package var name: String?
  /// Whether the job is held by the user, or because of a question or a missing secret.
  package var isHeld: Bool
  /// The earliest start time in milliseconds since 1970, or nil.
  package var notBefore: Int64?

  private enum CodingKeys: String, CodingKey {
    case request, lane, priority, name
    case isHeld = "held"
    case notBefore
  }

  /// Converts a job.
  ///
  /// - Parameter secrets: The names of the omitted secrets, shared by all jobs of a file.
  /// - Returns: The portable job. Nil if the job is running, is being polled, has ended or waits
  ///   for another job.
  package init?(_ job: Job, _ request: PreparedRequest, leavingOut secrets: inout LeftOutSecrets) {
    isHeld = false
    switch job.state {
    case .waiting(.slot): break
    case .waiting(.until(let time)), .held(.until(let time)): notBefore = time.milliseconds
    case .held(.byUser), .held(.question), .held(.missingSecret): isHeld = true
    default: return nil
    }
    self.request = PortableRequest(request, &secrets)
    lane = job.lane.name
    priority = job.priority
    name = job.name
  }

  /// Returns the job to be added. A reference to an environment variable replaces each omitted
  /// secret.
  ///
  /// Someone else may have written the file. Requests that would run a program, read a file, trust
  /// any certificate or use an environment variable are therefore held until the user has reviewed
  /// them. If the variable of an omitted secret is not set, the job is held because of the missing
  /// secret.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable, or nil if it is not set.
  ///   - gateway: Returns the gateway with this name at the destination.
  package func job(
    in workspace: String, variable: (String) -> String?,
    gateway: (String) throws(Failure) -> GatewayUse
  ) throws(Failure) -> NewJob {
    let prepared = try request.prepared(gateway: gateway)
    var state = JobState.waiting(.slot)
    if let missing = request.leftOut.first {
      // This reason takes precedence, because it requires an action by the user.
      state = .held(.missingSecret("env:\(missing)"))
    } else if isHeld || prepared.reachesBeyondTheRequest {
      let missing = prepared.portableVariables.first { variable($0) == nil }
      state = .held(missing.map { JobState.Hold.missingSecret("env:\($0)") } ?? .byUser)
    } else if let notBefore {
      state = .held(.until(Timestamp(milliseconds: notBefore)))
    }
    return NewJob(
      request: prepared, lane: LaneKey(workspace: workspace, name: lane), state: state,
      priority: priority, name: name)
  }
}

/// Names for the typed secrets that a file omits. Equal secrets get the same name.
package struct LeftOutSecrets: Sendable {
  private var names: [Secret: String] = [:]

  package init() {}

  /// The number of omitted secrets.
  package var count: Int { names.count }

  mutating func name(of secret: Secret) -> String {
    if let name = names[secret] { return name }
    let name = "WEIR_SECRET_\(names.count + 1)"
    names[secret] = name
    return name
  }
}

extension PreparedRequest {
  /// Whether sending the request accesses anything outside the request. This includes files,
  /// secrets, a local socket, and servers whose certificate is not checked.
  var reachesBeyondTheRequest: Bool {
    if options.trust.verification == .insecure || options.route.unixSocket != nil { return true }
    if options.trust.clientKey != nil || options.trust.clientCertificate != nil { return true }
    switch body {
    case .file: return true
    case .multipart(_, let parts):
      if parts.contains(where: { if case .file = $0.content { true } else { false } }) {
        return true
      }
    case .none, .text, .bytes: break
    }
    return portableReferences.contains { reference in
      switch reference {
      case .command, .file, .keyring, .value: true
      // The variable of an omitted secret gives access only to that secret.
      case .environment(let name): !name.begins(with: "WEIR_SECRET_")
      }
    }
  }

  /// The names of the environment variables to which the request's secrets refer.
  fileprivate var portableVariables: [String] {
    portableReferences.compactMap { if case .environment(let name) = $0 { name } else { nil } }
  }

  private var portableReferences: [SecretReference] {
    var found = credentials?.references ?? []
    found += (headers + secretQuery).flatMap(\.value.references)
    found += options.route.proxy?.references ?? []
    switch body {
    case .text(let text): found += text.references
    case .multipart(_, let parts):
      for part in parts { if case .text(let text) = part.content { found += text.references } }
    case .none, .bytes, .file: break
    }
    return found
  }
}
