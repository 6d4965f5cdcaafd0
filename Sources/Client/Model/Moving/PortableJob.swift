/// A job that has not been sent, in a form that can be stored in a file and added elsewhere. It contains no
/// secret: a reference stays one, and each typed secret is left out and replaced by a name.
///
/// Coding and decoding share one list of keys, so that what is written is what is read.
package struct PortableJob: Codable, Hashable, Sendable {
  package var request: PortableRequest
  package var lane: String
  package var priority: Int
  /// The saved request's name.
  package var name: String?
  /// True for a job that its user held.
  package var isHeld: Bool
  /// Not before this time, in milliseconds since 1970.
  package var notBefore: Int64?

  private enum CodingKeys: String, CodingKey {
    case request, lane, priority, name
    case isHeld = "held"
    case notBefore
  }

  /// - Parameter secrets: Names what is left out; one for all jobs of a file.
  /// - Returns: Nil for a job that has been sent or waits for another job.
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

  /// The job to be added, with a reference to an environment variable for each secret left out.
  ///
  /// Who wrote the file may not have been the user: a request that would run a program, read a file or
  /// trust any certificate is held until the user has looked at it, and so is one that uses an environment
  /// variable. If the variable is not set, the job states that as the reason.
  ///
  /// - Parameters:
  ///   - variable: The value of an environment variable; nil if it is not set.
  ///   - gateway: The gateway of this name where the job goes to.
  package func job(
    in workspace: String, variable: (String) -> String?,
    gateway: (String) throws(Failure) -> GatewayUse
  ) throws(Failure) -> NewJob {
    let prepared = try request.prepared(gateway: gateway)
    var state = JobState.waiting(.slot)
    if let missing = request.leftOut.first {
      // Said first: of all reasons this is the one that the user has to do something about.
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

/// Secrets that were typed, each with the name that stands for it: equal ones share a name.
package struct LeftOutSecrets: Sendable {
  private var names: [Secret: String] = [:]

  package init() {}

  /// How many there are.
  package var count: Int { names.count }

  mutating func name(of secret: Secret) -> String {
    if let name = names[secret] { return name }
    let name = "WEIR_SECRET_\(names.count + 1)"
    names[secret] = name
    return name
  }
}

extension PreparedRequest {
  /// True when sending it does more than send what stands in it.
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
      // A name that was given to a left-out secret asks for nothing but that.
      case .environment(let name): !name.begins(with: "WEIR_SECRET_")
      }
    }
  }

  /// The environment variables that its secrets refer to.
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
