// How the demo's meshes are made and written: curved second order, untangled, MSH 4.1 binary.
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;  // hex20 and quad8 instead of hex27 and quad9; tets have no choice
Mesh.Optimize = 1;
Mesh.HighOrderOptimize = 1;      // no negative Jacobian where the curved sides would tangle
Mesh.HighOrderThresholdMin = 0.3;
Mesh.MinimumCircleNodes = 6;
Mesh.MinimumCirclePoints = 6;    // its name before Gmsh 4.9
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 1;
Mesh.RandomSeed = 1;
Mesh.MaxNumThreads1D = 1;        // one thread: the same mesh every time
Mesh.MaxNumThreads2D = 1;
Mesh.MaxNumThreads3D = 1;
