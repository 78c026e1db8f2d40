internal import CacheWorkloads
internal import SimCore

/// The present content of each resource at the origin, in 24 bytes.
///
/// What a resource's versions have in common, most others of its kind have too, such as pictures of
/// posts: it stands once. Whole contents take 6 kB for a page of resources, on each device.
struct OriginContents {
  private struct Line {
    var version: UInt32 = 0
    /// The place of what it has in common with others, or else one of these two.
    var form = Self.absent
    var size = Bytes.zero
    var publishedAt = Instant.start

    static let absent = UInt32.max
    static let apart = UInt32.max - 1
  }

  private var lines = PagedMap(filling: Line())
  /// Contents without what their versions have of their own.
  private var forms: [Content] = []
  /// Contents of other forms, as where a trace has recorded something else of each.
  private var others = PagedMap<Content?>(filling: nil)

  /// How many forms are looked through for a resource that is new.
  private static var mostForms: Int { 16 }

  /// Nil before it is published. Inlined, as most callers want one field of what is large.
  @inline(__always)
  func content(of resource: ResourceIndex) -> Content? {
    let line = lines[resource]
    guard line.form < Line.apart else { return line.form == Line.apart ? others[resource] : nil }
    var content = forms[Int(line.form)]
    content.version = line.version
    content.size = line.size
    content.publishedAt = line.publishedAt
    return content
  }

  mutating func note(_ content: Content, of resource: ResourceIndex) {
    var common = content
    (common.version, common.size, common.publishedAt) = (0, .zero, .start)
    let form = form(common, before: lines[resource].form)
    lines[resource] = Line(
      version: content.version, form: form, size: content.size, publishedAt: content.publishedAt)
    if form == Line.apart { others[resource] = content }
  }

  /// The number of a form, which becomes a new one if there are few.
  private mutating func form(_ form: Content, before number: UInt32) -> UInt32 {
    if number < Line.apart, forms[Int(number)] == form { return number }
    if let known = forms.firstIndex(of: form) { return UInt32(known) }
    guard forms.count < Self.mostForms else { return Line.apart }
    forms.append(form)
    return UInt32(forms.count - 1)
  }

  /// The first resource of each page that something is known of.
  var pageStarts: [UInt32] { lines.pageStarts }

  /// Takes back the memory for a page of resources.
  mutating func removePage(from start: ResourceIndex) {
    lines.removePage(of: start)
    others.removePage(of: start)
  }
}
