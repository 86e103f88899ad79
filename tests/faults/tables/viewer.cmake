# Faults in parts of the viewer and in the embedding sample that another outsider planted.
set(viewer samples/particles)
set(programs ALSO vksort-bench vksort-particles vksort-embed)

vksort_fault(embed_indices_unseen "indices that have one another's depths are sorted" IN samples/embed/embed.cpp
  FROM " && depths[indices[i]] == sorted[i]" TO "" NOTICED_BY vksort-sample-tests "samples/the_embedding_sample_sees_.*"
  ${programs})
