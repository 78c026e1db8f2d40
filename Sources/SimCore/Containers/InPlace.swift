/// A field of a large struct, by which the struct is borrowed where it lies.
///
/// A struct whose fields all can be held in registers is copied to the stack for each call that
/// borrows it, however large it is. The state of a simulation has 6 kB, and these copies took a
/// tenth of a run. One with an existential among its fields is passed by its address.
package struct InPlace: Sendable {
  private let content: any Sendable = ()

  package init() {}
}
